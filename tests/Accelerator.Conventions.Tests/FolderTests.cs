namespace Accelerator.Conventions.Tests;

/// <summary>The dependencies that are allowed between the folders of a project.</summary>
public sealed partial class FolderTests
{
    /// <summary>All dependencies inside Engine, by the last part of the folder.</summary>
    private static readonly Dictionary<string, string[]> EngineArrows = new()
    {
        ["Journals"] = ["Ranges", "Sources", "Storage"],
        // A metadata query to a replica may be a disputed overlap check.
        ["Sources"] = ["Ranges", "Storage"],
        ["Sites"] = ["Storage"],
        // The request, the plan, the events and the results, but not a running transfer.
        ["Transfers"] = ["Sources", "Ranges", "Journals", "Streams", "Sites", "Storage"],
        // For the failure kinds.
        ["Sessions"] = ["Transfers", "Streams", "Sites", "Storage"],
        ["Routes"] = ["Transfers", "Sessions", "Streams", "Sites", "Sources"],
        ["Segments"] = ["Transfers", "Routes", "Streams", "Ranges"],
        ["Sampling"] = ["Ranges", "Sources"],
        ["Preparing"] = ["Transfers", "Sessions", "Routes", "Sampling", "Journals", "Ranges", "Sources", "Storage"],
        ["Files"] = ["Transfers", "Preparing", "Sampling", "Segments", "Routes", "Sessions", "Journals", "Ranges", "Sources", "Storage"],
        ["Finishing"] = ["Transfers", "Files", "Preparing", "Sampling", "Sessions", "Ranges", "Sources", "Storage"],
        ["Scheduling"] = ["Transfers", "Finishing", "Files", "Preparing", "Segments", "Routes", "Streams", "Sources", "Storage"],
        ["Monitoring"] = ["Transfers", "Scheduling", "Files", "Segments", "Routes", "Journals", "Streams", "Storage"],
        ["Workers"] = ["Transfers", "Scheduling", "Finishing", "Files", "Preparing", "Sampling", "Segments", "Routes", "Sessions", "Ranges", "Sources", "Storage"],
        ["Running"] = ["Transfers", "Workers", "Monitoring", "Scheduling", "Finishing", "Files", "Preparing", "Routes", "Sessions", "Journals", "Streams", "Sites", "Sources", "Storage"],
        ["Mirroring"] = ["Transfers", "Running", "Finishing", "Sampling", "Routes", "Sessions", "Sources", "Journals", "Storage"],
        // A probe runs no transfer.
        ["Probing"] = ["Transfers", "Preparing", "Sessions", "Sources", "Ranges", "Sites", "Storage"],
        // For the hash comparison, the verification result and the samples of overlap checks. A tree and a pattern are walked as by a
        // mirror.
        ["Fxp"] = ["Transfers", "Finishing", "Sampling", "Sessions", "Sources", "Ranges", "Journals", "Sites", "Storage", "Mirroring"],
    };

    /// <summary>
    /// Public types that depend on the other folders of their parent and yet are in its namespace: a program that uses the library needs
    /// one namespace for the request, the run and the result.
    /// </summary>
    private static readonly string[] InNamespaceAbove =
        ["src/Accelerator.Engine/Transfers/Running/ServerSessions.cs", "src/Accelerator.Engine/Transfers/Running/TransferRunner.cs"];

    /// <summary>The projects whose folders still have circular dependencies.</summary>
    private static readonly string[] WithCircles = [];

    /// <summary>The folders of Tuning from the lowest layer up: each uses only types of the folders before it.</summary>
    private static readonly string[] TuningFloors = ["Catalogue", "Reading", "Profiles", "Machine", "Stores", "Planning", "Running", "Exporting", "Advising"];

    [Fact]
    public void Folders_of_the_engine_use_only_what_lies_below_them()
    {
        var found = Arrows("Accelerator.Engine/").ToList();
        Assert.Contains(found, arrow => (Room(arrow.From), Room(arrow.To)) == ("Running", "Workers"));
        Rule.Holds(found.Where(arrow => !EngineArrows.GetValueOrDefault(Room(arrow.From), []).Contains(Room(arrow.To))).Select(arrow => $"{arrow.From} names {arrow.Type} of {arrow.To.Folder}"));

        static string Room(SourceFile file) => file.Folder.Split('/')[^1];
    }

    /// <summary>
    /// The product only downloads. The commands that change a server are in one class that copies between servers and never sends local
    /// data, and in two classes that scripts for ftp.exe and clients of the gateway reach if the user has allowed it (decisions/0009, 0031).
    /// </summary>
    [Fact]
    public void Commands_that_write_to_a_server_occur_only_in_three_classes() => Rule.Holds(
        from file in Checkout.Source
        where (file.Path.StartsWith("src/Accelerator.Ftp/", StringComparison.Ordinal) || Regex.IsMatch(file.Code, @"\bFtpCommand<"))
            && file.Name is not ("FxpDestination" or "RemoteChanges" or "UpstreamChanges")
            && Writing().IsMatch(file.Text)
        select file.Path);

    /// <summary>A program that is started anywhere else is looked up by the system: in the current folder first.</summary>
    [Fact]
    public void Programs_are_started_only_by_one_class_and_only_after_a_look_up()
    {
        var starting = Checkout.Source.Where(file => Starting().IsMatch(file.Code)).Select(file => file.Path).ToList();
        Assert.Equal(["src/Accelerator.Base/Running/ProgramRun.cs"], starting);
        var finding = Checkout.Source.Where(file => Regex.IsMatch(file.Code, @"\bnew ProgramFile\b")).Select(file => file.Path).ToList();
        Assert.Equal(["src/Accelerator.Base/Running/ProgramLookup.cs"], finding);
    }

    [Fact]
    public void Only_the_mode_of_ftp_exe_reaches_the_class_that_changes_a_server()
    {
        var reaching = Checkout.Source.Where(file => Regex.IsMatch(file.Code, @"\bRemoteChanges\b") && file.Name != "RemoteChanges").Select(file => file.Path).ToList();
        Assert.Equal(["src/Accelerator.Cli/Script/ScriptChanges.cs"], reaching);
    }

    [Fact]
    public void Tuning_folders_depend_only_on_lower_layers()
    {
        var found = Arrows("Accelerator.Tuning/").ToList();
        Assert.Contains(found, arrow => Floor(arrow.From) == TuningFloors.Length - 1);
        Rule.Holds(found.Where(arrow => Floor(arrow.From) <= Floor(arrow.To)).Select(arrow => $"{arrow.From} names {arrow.Type} of {arrow.To.Folder}"));

        static int Floor(SourceFile file) => Array.IndexOf(TuningFloors, file.Folder.Split('/')[^1]);
    }

    [Fact]
    public void No_project_has_a_cycle_between_its_folders()
    {
        var uses = Checkout.Source
            .Select(file => file.Folder.Split('/')[0]).Distinct().Except(WithCircles)
            .SelectMany(project => Arrows(project + "/"))
            .ToLookup(arrow => arrow.From.Folder, arrow => arrow);
        Assert.Contains("Accelerator.Ftp/Control", uses["Accelerator.Ftp/Sessions"].Select(arrow => arrow.To.Folder));
        Rule.Holds(
            from folder in uses
            from arrow in folder
            where Reach(arrow.To.Folder).Contains(folder.Key)
            select $"{arrow.From} names {arrow.Type} of {arrow.To.Folder}, which uses {folder.Key}");

        HashSet<string> Reach(string folder)
        {
            var seen = new HashSet<string> { folder };
            var next = new Stack<string>(seen);
            while (next.TryPop(out var one))
            {
                foreach (var arrow in uses[one].Where(arrow => seen.Add(arrow.To.Folder))) next.Push(arrow.To.Folder);
            }
            return seen;
        }
    }

    [Fact]
    public void Namespaces_follow_projects_and_folders()
    {
        var wrong =
            from file in Checkout.All
            let declared = DeclaredNamespace(file)
            let folder = InNamespaceAbove.Contains(file.Path) ? Path.GetDirectoryName(file.Folder)! : file.Folder
            let expected = folder.Replace('\\', '/').Replace('/', '.')
            where declared.Length > 0 && declared != expected
            select $"{file}:{1 + file.Code[..Namespace().Match(file.Code).Index].Count(c => c == '\n')}: {declared}, not {expected}";
        Rule.Holds(wrong);
    }

    /// <summary>
    /// Returns each file that uses a type of another folder of the project. A type counts only where its namespace is in scope.
    /// </summary>
    private static IEnumerable<(SourceFile From, string Type, SourceFile To)> Arrows(string project)
    {
        var files = Checkout.Source.Where(file => file.Path.StartsWith("src/" + project, StringComparison.Ordinal)).ToList();
        var homes =
            from file in files
            from type in file.Types
            where type.Depth == 0
            group file by type.Name into places
            where places.Count() == 1
            select (Type: places.Key, To: places.Single());
        return
            from home in homes.ToList()
            from file in files
            where file.Folder != home.To.Folder && Sees(file, DeclaredNamespace(home.To)) && Regex.IsMatch(file.Code, $@"\b{home.Type}\b")
            select (file, home.Type, home.To);
    }

    private static bool Sees(SourceFile file, string space) =>
        DeclaredNamespace(file) + "." is var own && own.StartsWith(space + ".", StringComparison.Ordinal) || Regex.IsMatch(file.Code, $@"^using (static )?{Regex.Escape(space)}[;.]", RegexOptions.Multiline);

    private static string DeclaredNamespace(SourceFile file) => Namespace().Match(file.Code).Groups[1].Value;

    [GeneratedRegex("\"(STOR|STOU|APPE|DELE|RMD|MKD|RNFR|RNTO|ALLO|MFMT|MFCT|SITE)\\b[^\"]*\"(u8)?,")]
    private static partial Regex Writing();

    // Also the calls of the system that .NET wraps.
    [GeneratedRegex(@"\bProcess\.Start\b|\bnew (System\.Diagnostics\.)?Process\b|\bProcessStartInfo\b|\b(CreateProcess|ShellExecute|posix_spawn|execve?|WinExec)\w*\(")]
    private static partial Regex Starting();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();
}
