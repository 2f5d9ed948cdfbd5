namespace Accelerator.TestRun;

/// <summary>Decides which processes a run starts, and in which order.</summary>
internal static class RunPlanner
{
    // Folders of Interop whose tests run the programs as they are published for Windows.
    private static readonly string[] ForWindows = ["executable", "installer", "wine"];

    // Start the longest first, so that no long job starts when all others are done. The others follow by name.
    private static readonly string[] Longest = ["engine", "soak", "matrix", "cli", "jobs"];

    /// <summary>Plans the jobs, in the order of their start.</summary>
    public static IReadOnlyList<TestJob> Plan(RunOptions options, TestGroups groups, Machine machine)
    {
        var projects = options.Group switch
        {
            null => groups.Projects,
            TestGroups.Unit => groups.Units,
            _ => groups.Projects.Where(project => project == options.Group),
        };
        var folders = groups.Interop.Where(folder => options.Group is null || folder == options.Group).ToList();
        var windows = folders.Intersect(ForWindows).ToList();
        var others = folders.Except(ForWindows).ToList();

        var jobs = new List<TestJob>();
        var published = windows.Count > 0 && machine.HasWine;
        if (published) jobs.Add(Publish(options.All));
        if (others.Count > 0) jobs.Add(Interop("interop", others, options.All));
        jobs.AddRange(projects
            .OrderBy(project => Array.IndexOf(Longest, project) is >= 0 and var place ? place : Longest.Length).ThenBy(project => project, StringComparer.Ordinal)
            .Select(project => Tests(project, Assembly(project), options.All ? null : "Run!=all", [])));
        if (windows.Count > 0) jobs.Insert(Math.Min(jobs.Count, 2), Interop("interop-windows", windows, options.All) with { After = published ? "publish" : null });
        if (folders.Contains("disks")) jobs.AddRange(Storage(options.All, machine));
        if (options.Group is null or TestGroups.Selftest)
            jobs.Add(new TestJob(TestGroups.Selftest, ["dotnet", "run", "-c", "Release", "--no-build", "--project", "src/Accelerator.Cli", "--", "selftest"]) { HasResults = false });
        return jobs;
    }

    private static TestJob Publish(bool all) =>
        new("publish", ["tests/publish-windows", .. all ? (string[])["--all"] : []]) { HasResults = false, IsPreparation = true };

    private static TestJob Interop(string name, IEnumerable<string> folders, bool all)
    {
        // Matched as part of a name, in any case: the dots keep "fxp" from being "fxpjobs".
        var filter = string.Join('|', folders.Select(folder => $"FullyQualifiedName~Interop.Tests.{folder}."));
        return Tests(name, Assembly("interop"), all ? filter : $"({filter})&Run!=all", []);
    }

    // The tests that store files run a second time where direct I/O requires whole sectors of 4096 bytes.
    private static IEnumerable<TestJob> Storage(bool all, Machine machine) =>
        from disk in all ? (string[])["ext4", "xfs"] : ["ext4"]
        let filter = "FullyQualifiedName~Engine.Tests.Storage" + (all ? "" : "&Run!=all")
        select Tests($"storage-{disk}", Assembly("engine"), filter, ["tests/with-disk", disk, "600"]) with
        {
            Skipped = machine.HasDisks ? null : "no disk with sectors of 4096 bytes without root and loop devices",
        };

    private static TestJob Tests(string name, string assembly, string? filter, IEnumerable<string> within) =>
        new(name,
        [
            .. within, "dotnet", "test", assembly, "--nologo", "--results-directory", TestJobRunner.Results, "--logger", $"trx;LogFileName={name}.trx",
            "--logger", "console;verbosity=minimal", .. filter is null ? (string[])[] : ["--filter", filter],
        ]);

    private static string Assembly(string project)
    {
        var name = $"Accelerator.{char.ToUpperInvariant(project[0])}{project[1..]}.Tests";
        return $"artifacts/bin/{name}/release/{name}.dll";
    }
}
