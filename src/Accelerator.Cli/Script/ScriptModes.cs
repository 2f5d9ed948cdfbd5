using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>The modes of the prompt, and the current local folder.</summary>
internal sealed class ScriptModes(ScriptOptions options, string folder)
{
    public bool IsVerbose { get; set; } = options.IsVerbose;

    public bool Debug { get; set; } = options.Debug;

    public bool AsksBeforeFiles { get; set; } = options.AsksBeforeFiles;

    public bool Globs { get; set; } = options.Globs;

    public bool Hash { get; set; }

    public bool Bell { get; set; }

    public bool Trace { get; set; }

    /// <summary>Whether bytes are transferred unchanged. ftp.exe starts in text mode, and so do scripts without a binary command.</summary>
    public bool IsBinary { get; set; }

    /// <summary>The base folder of local names; <c>lcd</c> changes it.</summary>
    public string Folder { get; set; } = folder;

    /// <summary>The output of <c>status</c>.</summary>
    /// <param name="server">The server; null if there is none.</param>
    public IEnumerable<string> Lines(FtpEndpoint? server)
    {
        yield return server is null ? "Not connected." : $"Connected to {SafeText.Escape(server.Host)}.";
        yield return $"Type: {(IsBinary ? "binary" : "ascii")}; Verbose: {Word(IsVerbose)} ; Bell: {Word(Bell)} ; Prompting: "
            + $"{Word(AsksBeforeFiles)} ; Globbing: {Word(Globs)}";
        yield return $"Debugging: {Word(Debug)} ; Hash mark printing: {Word(Hash)} .";
    }

    /// <summary>Returns On or Off.</summary>
    public static string Word(bool isOn) => isOn ? "On" : "Off";
}
