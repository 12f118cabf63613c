"""Calibration of a judge: thresholds and a recalibration of probabilities, fitted to people's labels."""
