namespace Accelerator.TestRun;

/// <summary>
/// The groups that the source has. A test project is a group under its short name. The project Interop is not: there each folder that holds tests is one.
/// </summary>
/// <param name="Projects">Short names of the test projects, lower case, Interop apart: <c>engine</c>.</param>
/// <param name="Interop">Folders of the Interop project, lower case: <c>wine</c>.</param>
internal sealed record TestGroups(IReadOnlyList<string> Projects, IReadOnlyList<string> Interop)
{
    /// <summary>Every project's own tests: those that need nothing but the SDK.</summary>
    public const string Unit = "unit";

    /// <summary>The program's own test of itself.</summary>
    public const string Selftest = "selftest";

    private const string Prefix = "Accelerator.";
    private const string Suffix = ".Tests";

    /// <summary>The names that <c>--group</c> takes.</summary>
    public IReadOnlyList<string> Names => [Unit, .. Projects, .. Interop, Selftest];

    /// <summary>The projects of the group <see cref="Unit"/>.</summary>
    public IReadOnlyList<string> Units => [.. Projects.Except(["fuzz", "soak"])];

    /// <summary>Reads the groups from the folders of a checkout.</summary>
    public static TestGroups Find(string root)
    {
        var tests = Path.Combine(root, "tests");
        var projects = Directory.EnumerateDirectories(tests, Prefix + "*" + Suffix).Select(folder => Path.GetFileName(folder)).ToList();
        var interop = Directory.EnumerateDirectories(Path.Combine(tests, "Accelerator.Interop.Tests"))
            .Where(folder => Directory.EnumerateFiles(folder, "*Tests.cs").Any());
        return new TestGroups(
            [.. projects.Select(project => project[Prefix.Length..^Suffix.Length].ToLowerInvariant()).Where(name => name != "interop").Order()],
            [.. interop.Select(folder => Path.GetFileName(folder).ToLowerInvariant()).Order()]);
    }

    /// <summary>Gets the group of a test class by its full name.</summary>
    public static string Of(string className)
    {
        var parts = className.Split('.');
        var project = parts.ElementAtOrDefault(1) ?? className;
        return (project == "Interop" && parts.Length > 4 ? parts[3] : project).ToLowerInvariant();
    }
}
