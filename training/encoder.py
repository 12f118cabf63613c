"""A BERT-shaped encoder with the verifier's heads, in plain torch.

The layout of the parameters follows BERT (post-layer-norm, learned positions), so that the pinned base weights
load by name. There is no dropout: hardly an example is read twice. One encoder serves four heads:

support  three logits for (evidence, claim): supported, unsupported, contradicted
fault    one logit per token: this word of the claim is at fault
answers  two logits for (query, response): is about what the query asks, answers it
tone     four logits for a single text: offensive, hateful, sexist, violent
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass(frozen=True, slots=True)
class Shape:
    """The dimensions of an encoder."""

    layers: int = 12
    width: int = 384
    heads: int = 12
    inner: int = 1536
    vocabulary: int = 30522
    positions: int = 512

    def as_dict(self) -> dict[str, float]:
        """Return the dimensions as a plain dictionary, for a checkpoint."""
        return asdict(self)


class Layer(nn.Module):
    """One transformer block with layer norm after each residual."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.qkv = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.norm_attention = nn.LayerNorm(shape.width, eps=1e-12)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.norm_output = nn.LayerNorm(shape.width, eps=1e-12)

    def forward(self, hidden: Tensor, bias: Tensor) -> Tensor:
        """Return the next hidden states; `bias` is added to the attention scores."""
        batch, length, width = hidden.shape
        queries, keys, values = (
            part.view(batch, length, self.heads, -1).transpose(1, 2).reshape(batch * self.heads, length, -1)
            for part in self.qkv(hidden).chunk(3, dim=-1)
        )
        # Written out: on a CPU, the backward pass of torch's fused attention takes a third of a step.
        scores = torch.bmm(queries * (width // self.heads) ** -0.5, keys.transpose(1, 2))
        scores = scores.view(batch, self.heads, length, length) + bias.to(scores.dtype)
        weights = torch.softmax(scores, dim=-1, dtype=scores.dtype).view(-1, length, length)
        mixed = torch.bmm(weights, values).view(batch, self.heads, length, -1)
        mixed = self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        hidden = self.norm_attention(hidden + mixed)
        inner = self.down(functional.gelu(self.up(hidden)))
        found: Tensor = self.norm_output(hidden + inner)
        return found


class Encoder(nn.Module):
    """Embeddings and layers."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.positions = nn.Embedding(shape.positions, shape.width)
        self.types = nn.Embedding(2, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return the last hidden states of a padded batch."""
        places = torch.arange(ids.shape[1], device=ids.device)
        hidden: Tensor = self.norm(self.words(ids) + self.positions(places) + self.types(types))
        bias = (1.0 - mask[:, None, None, :].to(hidden.dtype)) * -10000.0
        for layer in self.layers:
            hidden = layer(hidden, bias)
        return hidden


class Verifier(nn.Module):
    """The encoder and its heads."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.encoder = Encoder(shape)
        self.pool = nn.Linear(shape.width, shape.width)
        self.support = nn.Linear(shape.width, 3)
        self.answers = nn.Linear(shape.width, 2)
        self.tone = nn.Linear(shape.width, 4)
        self.fault = nn.Linear(shape.width, 1)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> dict[str, Tensor]:
        """Return the logits of every head for a padded batch."""
        hidden = self.encoder(ids, types, mask)
        pooled = torch.tanh(self.pool(hidden[:, 0]))
        return {
            "support": self.support(pooled),
            "answers": self.answers(pooled),
            "tone": self.tone(pooled),
            "fault": self.fault(hidden).squeeze(-1),
        }

    def freeze_embeddings(self) -> None:
        """Keep the embeddings as they are: they are most of the parameters and need little change."""
        for table in (self.encoder.words, self.encoder.positions, self.encoder.types):
            table.weight.requires_grad = False
