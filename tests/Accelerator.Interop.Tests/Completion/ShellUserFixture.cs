namespace Accelerator.Interop.Tests.Completion;

/// <summary>The home of a user who has ftpx on the path, a file to find, a stored login, and a named server.</summary>
public sealed class ShellUserFixture : IAsyncLifetime, IDisposable
{
    private readonly TempFolder _folder = new();

    internal string Home => _folder.Path;

    public async Task InitializeAsync()
    {
        using var deadline = HangGuard.Start();
        Directory.CreateDirectory(_folder.File("bin"));
        await File.WriteAllTextAsync(_folder.File("a-file"), "", deadline.Token);
        var script = _folder.File("bin/ftpx");
        await ShellProgram.WriteAsync(script, $"#!/bin/sh\nexec {NativeProgram.Quoted} \"$@\"\n", deadline.Token);
        string[] words = ["-c", "echo s3cret | \"$0\" credential set 'ftp://kim 1@kept.example:2121' --password-stdin && \"$0\" site add lab ftp://lab.example", script];
        (await ProgramRun.RunFileAsync("/bin/bash", Home, words, deadline.Token, new Dictionary<string, string> { ["XDG_DATA_HOME"] = "", ["XDG_CONFIG_HOME"] = "" })).Expect();
    }

    public Task DisposeAsync() => Task.CompletedTask;

    public void Dispose() => _folder.Dispose();
}
