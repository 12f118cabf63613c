"""Train the verifier in resumable stages: python -m training.train --out FOLDER [--minutes M] [--decay]

The learning rate is warmed up, held, and only brought down at the end (`--decay`), so that a run can be stopped and
resumed at any time: the held phase goes on from its last checkpoint, and a decay branches off it.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.base import load, tokenizer_json
from training.batches import HEADS, IGNORED, Arrays, bucketed, encode, prepare, tensors
from training.calibrate import auroc
from training.encoder import Verifier
from training.examples import CONTRADICTED, EITHER, SUPPORTED, UNKNOWN, choosing, fitting
from training.graph import read

WARM_TOKENS = 300_000
FAULT_WEIGHT = 0.6
MIXED_DRAWS = {"written": 6.0, "answers/written": 6.0, "summedits": 2.0, "xsumfaith": 2.0}
"""How often the examples of some sources are drawn in an epoch of the first two stages; all others once."""
FINAL_DRAWS = {
    "written": 1.5, "ragtruth": 0.3, "passages": 0.24, "summedits": 2.0, "xsumfaith": 2.0, "defacto_xsum": 1.0,
    "wice_train_dev": 1.5, "bump_cnndm": 1.0, "storysumm_sentences": 1.0, "faithdial_audit_gold": 1.0,
    "mtrag_human_eval": 1.0, "foolmetwice_devtest": 1.0, "factcheckgpt_stance": 0.8, "realsumm_scu": 0.6,
    "contractnli_devtest": 0.6, "alexa_dialog_factual": 0.6, "mnli_ni": 0.6, "fever_dev_binary": 0.6,
    "check_covid": 0.5, "semiauto_nli_wiki": 0.5, "cad_nli": 0.5, "boolq_statements": 0.5, "scitab": 0.5,
    "yesno": 0.3, "infotabs": 0.3, "tone": 0.3, "short_answer": 0.4, "tables": 0.3, "qa2d_passage_claims": 0.15,
    "drop_nli_numeric": 0.1, "answers/written": 1.0,
}  # fmt: skip
"""The same for the last stage, which draws most from what judges read; of corruptions half as many.

The sentences of real answers that people marked as wrong are all drawn: they are few, and worth most.
"""
OTHER_DRAWS = 0.2
HEAD_WEIGHTS = {"support": 1.0, "answers": 1.0, "tone": 0.7}


def loss_of(model: Verifier, batch: dict[str, Tensor]) -> Tensor:
    """Return the loss of one batch over all heads."""
    logits = model(batch["ids"], batch["types"], batch["mask"])
    total = torch.zeros(())
    for number, head in enumerate(HEADS):
        rows = (batch["heads"] == number).nonzero().squeeze(-1)
        if len(rows):
            share = len(rows) / len(batch["heads"])
            total = total + share * HEAD_WEIGHTS[head] * _head_loss(head, logits, batch, rows)
    return total


def _head_loss(head: str, logits: dict[str, Tensor], batch: dict[str, Tensor], rows: Tensor) -> Tensor:
    targets = batch["targets"][rows]
    if head == "support":
        return _support_loss(
            logits["support"][rows].float(), targets[:, 0].long()
        ) + FAULT_WEIGHT * _fault_loss(logits["fault"][rows].float(), batch["marks"][rows])
    given = logits[head][rows].float()
    wanted = targets[:, : given.shape[1]]
    known = wanted != UNKNOWN
    return (
        functional.binary_cross_entropy_with_logits(given[known], wanted[known])
        if known.any()
        else given.sum() * 0
    )


def _support_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross-entropy; where the data only says "not supported", both other classes count as right."""
    logs = functional.log_softmax(logits, dim=-1)
    either = torch.logsumexp(logs[:, 1:], dim=-1)
    exact = logs.gather(1, targets.clamp(max=CONTRADICTED).unsqueeze(1)).squeeze(1)
    return -torch.where(targets == EITHER, either, exact).mean()


def _fault_loss(logits: Tensor, marks: Tensor) -> Tensor:
    known = marks != IGNORED
    if not known.any():
        return logits.sum() * 0
    return functional.binary_cross_entropy_with_logits(
        logits[known], marks[known].float(), pos_weight=torch.tensor(2.0)
    )


@torch.no_grad()
def evaluate(model: Verifier, arrays: Arrays, most: int = 1200) -> dict[str, float]:
    """Return AUROC of the support head by kind of text, on examples that were not fitted to."""
    model.eval()
    chosen = np.array([n for n in range(len(arrays)) if arrays.heads[n] == 0])
    chosen = chosen[np.random.default_rng(5).permutation(len(chosen))[:most]]
    lengths = np.diff(arrays.starts)
    scores: dict[int, float] = {}
    for batch in bucketed(lengths, chosen, 8192, random.Random(0)):
        part = tensors(arrays, batch)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(part["ids"], part["types"], part["mask"])["support"].float()
        for number, value in zip(batch, logits.softmax(-1)[:, 0].tolist(), strict=True):
            scores[number] = value
    model.train()
    groups: dict[str, list[tuple[float, bool]]] = {}
    for number, score in scores.items():
        origin = arrays.origins[number]
        good = int(arrays.targets[number][0]) == SUPPORTED
        names = ["all", "corrupt" if "corrupt" in origin else origin]
        for name in names:
            groups.setdefault(name, []).append((score, good))
    clean = [(s, g) for n, s in scores.items() if (g := int(arrays.targets[n][0]) == SUPPORTED)]
    groups["corrupt"] = [*groups.get("corrupt", []), *clean]
    return {
        name: round(auroc(np.array([s for s, _ in rows]), np.array([g for _, g in rows])), 4)
        for name, rows in sorted(groups.items())
    }


def drawn(arrays: Arrays, stage: str, rng: random.Random) -> NDArray[np.int64]:
    """Return the numbers of the examples of one epoch; some sources are drawn several times, some in part."""
    clean = arrays.targets[:, 0] == SUPPORTED
    wanted = [_draws(origin, stage, bool(clean[n])) for n, origin in enumerate(arrays.origins)]
    counts = np.array([int(one) + (rng.random() < one % 1) for one in wanted], dtype=np.int64)
    return np.repeat(np.arange(len(arrays)), counts)


def _draws(origin: str, stage: str, clean: bool) -> float:
    """Return how often an example is drawn on average."""
    name, *rest = origin.split("/")
    if stage != "final":
        return MIXED_DRAWS.get(origin, MIXED_DRAWS.get(name, 1.0))
    if name == "ragtruth" and not clean and "corrupt" not in rest:
        return 1.0
    draws = FINAL_DRAWS.get(origin, FINAL_DRAWS.get(name, OTHER_DRAWS))
    return draws / 2 if "corrupt" in rest else draws


def arrays_in(folder: Path, name: str, base: str, seed: int) -> Arrays:
    """Return encoded examples, made once for each seed."""
    name = "mixed" if name == "final" else name
    path = folder / f"{name}-{seed}.npz"
    if not path.exists():
        tokenizer = prepare(tokenizer_json(base, folder / "base"))
        encode(choosing(seed) if name == "choose" else fitting(name, seed), tokenizer).save(path)
    return Arrays.load(path)


class Run:
    """A training run that can be stopped and resumed."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.folder: Path = given.out
        self.folder.mkdir(parents=True, exist_ok=True)
        self.state = {"epoch": 0, "batch": 0, "tokens": 0, "steps": 0}
        self.model = (
            read(given.start) if given.start else load(given.base, given.cache / "base", given.layers)
        )
        self.model.freeze_embeddings()
        parameters = [one for one in self.model.parameters() if one.requires_grad]
        self.optimizer = torch.optim.AdamW(
            parameters, lr=given.rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True
        )
        found = given.resume or self.folder / "held.pt"
        if found.exists():
            self.restore(found)
        self.began = time.time()
        self.decay_from = self.state["tokens"]

    def restore(self, path: Path) -> None:
        """Go on from a checkpoint."""
        saved = torch.load(path, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.state = saved["state"]
        if saved.get("stage") != self.given.stage:
            self.state |= {"epoch": 0, "batch": 0}
        self.say(f"resumed {path.name} at {self.state}")

    def save(self, name: str) -> None:
        """Write a checkpoint in one step, so that a kill leaves the old one whole."""
        path = self.folder / f"{name}.pt"
        draft = path.with_suffix(".part")
        torch.save(
            {
                "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "state": self.state,
                "shape": self.model.encoder.shape.as_dict(), "base": self.given.base, "stage": self.given.stage,
            },
            draft,
        )  # fmt: skip
        draft.replace(path)

    def say(self, line: str) -> None:
        """Print a line and keep it."""
        text = f"{time.strftime('%H:%M:%S')} {line}"
        print(text, flush=True)
        with (self.folder / "log.txt").open("a", encoding="utf-8") as log:
            log.write(text + "\n")

    def rate(self) -> float:
        """Return the learning rate: warm up, hold, and in a decay fall to a fiftieth along a cosine."""
        warm = min(1.0, self.state["tokens"] / WARM_TOKENS)
        if not self.given.decay_tokens:
            return float(self.given.rate * warm)
        done = min(1.0, (self.state["tokens"] - self.decay_from) / self.given.decay_tokens)
        return float(self.given.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done))))

    def over(self) -> bool:
        """Whether the budget of this call is spent."""
        if self.given.decay_tokens:
            return bool(self.state["tokens"] - self.decay_from >= self.given.decay_tokens)
        spent = time.time() - self.began
        return bool(
            (self.given.minutes and spent > 60 * self.given.minutes)
            or (self.given.tokens and self.state["tokens"] >= self.given.tokens)
        )

    def train(self, check: Arrays) -> None:
        """Train until the budget is spent; report now and then."""
        given = self.given
        running, since, tokens_since = 0.0, time.time(), 0
        while not self.over():
            arrays = arrays_in(
                given.cache, given.stage, given.base, given.seed + self.state["epoch"] % given.variants
            )
            lengths = np.diff(arrays.starts)
            rng = random.Random(given.seed * 1000 + self.state["epoch"])
            batches = bucketed(lengths, drawn(arrays, given.stage, rng), given.batch_tokens, rng)
            for batch in batches[self.state["batch"] :]:
                running = (
                    0.98 * running + 0.02 * self.step(tensors(arrays, batch))
                    if running
                    else self.step(tensors(arrays, batch))
                )
                size = int(lengths[batch].sum())
                tokens_since += size
                self.state["tokens"] += size
                self.state["steps"] += 1
                self.state["batch"] += 1
                if self.state["steps"] % given.every == 0:
                    speed = tokens_since / (time.time() - since)
                    scores = evaluate(self.model, check)
                    self.say(
                        json.dumps(
                            {
                                **self.state,
                                "of": len(batches),
                                "loss": round(running, 4),
                                "speed": round(speed),
                                **scores,
                            }
                        )
                    )
                    self.save("decay" if given.decay_tokens else "held")
                    since, tokens_since = time.time(), 0
                if self.over():
                    break
            else:
                self.state["epoch"] += 1
                self.state["batch"] = 0
        self.save("final" if given.decay_tokens else "held")
        self.say(json.dumps({**self.state, "done": True, **evaluate(self.model, check, 100_000)}))

    def step(self, batch: dict[str, Tensor]) -> float:
        """Make one step and return its loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = loss_of(self.model, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return loss.item()


def arguments() -> argparse.ArgumentParser:
    """Return the command line of a training run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoints and the log")
    parser.add_argument(
        "--cache", type=Path, required=True, help="folder of base weights and encoded examples"
    )
    parser.add_argument("--base", default="reranker")
    parser.add_argument("--layers", type=int, default=None, help="keep so many layers of the base")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--batch-tokens", type=int, default=4096)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--tokens", type=int, default=0)
    parser.add_argument("--decay-tokens", type=int, default=0)
    parser.add_argument("--start", type=Path, help="model.onnx to start from, instead of the base weights")
    parser.add_argument("--resume", type=Path, default=None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--variants", type=int, default=3, help="how many differently corrupted copies of the data"
    )
    parser.add_argument("--stage", choices=("short", "mixed", "final"), default="mixed")
    parser.add_argument("--every", type=int, default=150)
    parser.add_argument("--threads", type=int, default=2)
    return parser


def main() -> None:
    """Run one stage."""
    given = arguments().parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    run = Run(given)
    run.train(arrays_in(given.cache, "choose", given.base, 7))


if __name__ == "__main__":
    main()
