"""Labels written by a language model: prompts, replies, and what is made of them."""
