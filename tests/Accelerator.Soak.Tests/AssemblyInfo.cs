// Each keeps the machine busy, and counts what the whole process holds.
[assembly: Xunit.CollectionBehavior(DisableTestParallelization = true)]
