// Two servers and two clients at once on a small build machine would measure each other.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
