"""Council sessions as stored results, and the leaderboard over many questions."""
