namespace Accelerator.Interop.Tests.Neighbours;

/// <summary>
/// Another user of this computer (nobody), and a folder that all users may write to (mode 1777, as /tmp), in which that user plants files
/// for the programs that root runs there.
/// </summary>
internal sealed class Neighbour : IDisposable
{
    private readonly TempFolder _folder = new();

    public Neighbour()
    {
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(_folder.Path, (UnixFileMode)0b001_111_111_111);
    }

    /// <summary>The folder of mode 1777, which belongs to root.</summary>
    public string Folder => _folder.Path;

    /// <summary>Returns the path of a name in the folder.</summary>
    public string PathOf(string name) => Path.Combine(Folder, name);

    /// <summary>Runs shell commands as the other user, in the folder.</summary>
    /// <param name="commands">Text for <c>/bin/sh -c</c>; <c>$1</c> is the first of the words.</param>
    /// <param name="words">Arguments of the text.</param>
    public async Task<ProgramEnd> DoAsync(string commands, params string[] words) =>
        (await ProgramRun.RunFileAsync("/usr/sbin/runuser", Folder, ["-u", "nobody", "--", "/bin/sh", "-c", commands, "sh", .. words],
            CancellationToken.None)).Expect(what: commands);

    /// <summary>Writes a script as the other user, executable by everyone, that leaves a file as evidence if anybody runs it.</summary>
    /// <returns>The path of the evidence.</returns>
    public async Task<string> PlantProgramAsync(string name)
    {
        var evidence = PathOf($"{name}.was-run");
        await DoAsync("printf '#!/bin/sh\\nid -u >>\"%s\"\\n' \"$2\" >\"$1\" && chmod 755 \"$1\"", PathOf(name), evidence);
        return evidence;
    }

    public void Dispose() => _folder.Dispose();
}
