namespace Accelerator.Conventions.Tests;

/// <summary>
/// The classes that rename, delete, create and write local files. A new place is a door that the checks of the others do not guard: a device
/// that a rename replaces, a file of another user.
/// </summary>
public sealed partial class LocalChangeTests
{
    private static readonly Dictionary<string, string> Changing = new()
    {
        ["Engine/Storage/LocalChanges"] = "renames and deletes for all of the product but Tuning",
        ["Engine/Storage/Posix"] = "the Linux calls of LocalChanges",
        ["Engine/Storage/WindowsFile"] = "the Windows call of LocalChanges",
        ["Tuning/Machine/DurableFile"] = "Tuning uses no other project; replaces its journals",
        ["Tuning/Machine/KernelFiles"] = "settings of the kernel, in folders of root",
        ["Tuning/Machine/LinuxTimer"] = "its own unit, in a folder of root",
        ["Tuning/Machine/TaskSchedulerTimer"] = "the task's description",
    };

    private static readonly Dictionary<string, string> Writing = new()
    {
        ["Engine/Storage/ExclusiveFile"] = "partial files and locks",
        ["Engine/Storage/AtomicFile"] = "new files that replace others",
        ["Engine/Storage/OwnFile"] = "the file that shows which owner new files get",
        ["Engine/Storage/DiskSpeed"] = "a measurement, under a random name",
        ["Cli/Hosting/WritableFile"] = "files that are written while a command runs: traces, job files",
        ["Cli/Job/JobInitRunner"] = "opens its file by WritableFile",
        ["Cli/Output/TraceFile"] = "opens its file by WritableFile",
        ["Cli/Script/ScriptFolders"] = "the listing of ls and dir, as the shell would write it",
        ["Cli/Doctor/BundleFile"] = "a new bundle; none is replaced",
        ["Cli/History/HistoryFile"] = "the database, in the user's own folder",
        ["Jobs/Delivering/ManifestFile"] = "lines at the end of a manifest",
        ["Service/Core/NodeHome"] = "in the private data folder",
        ["Service/Dashboard/DashboardToken"] = "in the private data folder",
        ["Service/Hosting/LockedFolder"] = "the lock of the private data folder",
        ["Tuning/Machine/DurableFile"] = "Tuning uses no other project; its journals",
        ["Tuning/Machine/KernelFiles"] = "settings of the kernel, in folders of root",
        ["Tuning/Machine/TaskSchedulerTimer"] = "the task's description",
    };

    [Fact]
    public void Local_files_are_renamed_and_deleted_only_in_the_named_classes() => Check(Changing, ChangingCall());

    [Fact]
    public void Local_files_are_created_and_written_only_in_the_named_classes() => Check(Writing, WritingCall());

    [Theory]
    [InlineData("File.Move(a, b)")]
    [InlineData("File.Replace(a, b, null)")]
    [InlineData("Directory.Delete(path, recursive: true)")]
    [InlineData("new FileInfo(path).MoveTo(other)")]
    [InlineData("new FileInfo(path).Delete()")]
    [InlineData("new DirectoryInfo(path).Delete(true)")]
    [InlineData("EntryPoint = \"renameat2\"")]
    [InlineData("EntryPoint = \"DeleteFileW\"")]
    public void A_call_that_renames_or_deletes_is_found(string code) => Assert.Matches(ChangingCall(), code);

    [Theory]
    [InlineData("File.WriteAllTextAsync(path, text)")]
    [InlineData("File.Create(path)")]
    [InlineData("new FileStream(path, FileMode.OpenOrCreate)")]
    [InlineData("File.OpenWrite(path)")]
    [InlineData("new StreamWriter(path)")]
    public void A_call_that_creates_or_writes_is_found(string code) => Assert.Matches(WritingCall(), code);

    private static void Check(Dictionary<string, string> named, Regex call)
    {
        var found = Checkout.Source
            // The name of a system call is a literal, which the code does not have.
            .Where(file => call.IsMatch(file.Code) || Import().Matches(file.Text).Any(import => call.IsMatch(import.Value)))
            .Select(file => file.Path["src/Accelerator.".Length..^".cs".Length]).ToList();
        Rule.Holds(found.Except(named.Keys).Select(path => $"{path} is not one of the named classes: use LocalChanges, AtomicFile or PartialFile.")
            .Concat(named.Keys.Except(found).Select(path => $"{path} has no such call any more: take it out of the list.")));
    }

    [GeneratedRegex("EntryPoint = \"\\w+\"")]
    private static partial Regex Import();

    [GeneratedRegex(
        @"(?<![\w.])(System\.IO\.)?(File|Directory)\.(Move|Replace|Delete)\(|\.MoveTo\(|Info\([^()]*\)\.Delete\(|EntryPoint = ""(rename\w*|unlink\w*|rmdir|link|MoveFile\w*|ReplaceFile\w*|DeleteFile\w*|RemoveDirectory\w*)""")]
    private static partial Regex ChangingCall();

    [GeneratedRegex(
        @"(?<![\w.])(System\.IO\.)?File\.(Create|CreateText|OpenWrite|WriteAll\w+|Append\w+|Copy)\(|\bFileMode\.(Create|CreateNew|OpenOrCreate|Append|Truncate)\b|FileAccess\.Write\b|new StreamWriter\(path|\.CopyTo\(path")]
    private static partial Regex WritingCall();
}
