// Test classes run side by side, four at a time: most of them wait for a server's pace. Each class has its own ports, folders, servers and networks.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]
