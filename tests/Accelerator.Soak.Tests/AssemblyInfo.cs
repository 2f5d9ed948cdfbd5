// Most of a run is spent waiting for a paced server or for a process to start. Each run is a separate process.
[assembly: Xunit.CollectionBehavior(MaxParallelThreads = 5)]
