namespace Accelerator.Interop.Tests.Wine;

/// <summary>The Windows executable, under Wine. <c>wine</c> becomes the program, so that a signal to the process is one to the program.</summary>
internal sealed class WineProgram(WindowsBuild build, WineSession session) : FtpxProgram
{
    public override bool IsWindows => true;

    public override ProgramRun Start(string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words) =>
        session.Start(folder, environment, [build.Require(), .. words]);

    protected override Task<ProgramEnd> RunAsync(
        string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words, CancellationToken cancellationToken) =>
        session.RunAsync(folder, [build.Require(), .. words], cancellationToken, environment);

    public override string PathOf(string path) => WineSession.PathOf(path);
}
