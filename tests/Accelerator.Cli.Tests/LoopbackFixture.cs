namespace Accelerator.Cli.Tests;

/// <summary>Command lines with the real engine, the real clock and a server in this process.</summary>
public abstract class LoopbackFixture : CommandLineFixture, IAsyncDisposable
{
    private protected LoopbackServer Server { get; } = LoopbackServer.Start();

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Returns the address of a path as it is typed: without a leading slash the path is relative to the login folder.</summary>
    protected string Url(string path) => $"ftp://{Server.EndPoint}/{path}";

    /// <summary>Runs the arguments against the server.</summary>
    protected Task<int> RunAsync(params string[] words) => FtpxAsync(words, process: RealTime);
}
