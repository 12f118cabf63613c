"""Where a run executes: here, or in processes beside this one."""
