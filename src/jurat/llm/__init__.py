"""Language models that answer in a given form: any endpoint, paced, cached, within a budget."""
