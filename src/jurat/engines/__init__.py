"""Engines that execute runs: this process, worker processes, or Ray."""
