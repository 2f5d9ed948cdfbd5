using Accelerator.Engine.Mirroring;

namespace Accelerator.Interop.Tests.Mirrors;

/// <summary>Mirrors by the engine, from one server into one folder.</summary>
internal sealed class MirrorFixture(FtpServerProcess server) : IDisposable
{
    private static readonly string[] Answered = ["MLSD", "LIST", "NLST", "MDTM", "SIZE", "RETR"];

    private readonly TempFolder _folder = new();
    private ConcurrentQueue<FtpTraceLine> _trace = [];

    public string Root => _folder.File("archive");

    public MirrorPlan Plan { get; private set; } = null!;

    public MirrorResult Result { get; private set; } = null!;

    /// <summary>Everything that was asked of the server in the last run, the way to the data connections apart.</summary>
    public IReadOnlyList<string> Asked =>
        [.. _trace.Where(line => !line.FromServer && Answered.Contains(line.Text.Split(' ')[0])).Select(line => line.Text)];

    /// <summary>Files and folders here, below the root, sorted; without those of the program itself.</summary>
    public IReadOnlyList<string> Here => Names(Root);

    /// <summary>The same of any folder.</summary>
    public static IReadOnlyList<string> Names(string root) =>
    [
        .. Directory.EnumerateFileSystemEntries(root, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(root, path))
            .Where(path => !path.StartsWith(".ftpx-mirror", StringComparison.Ordinal)).Order(StringComparer.Ordinal),
    ];

    public string Local(string path) => Path.Combine(Root, path);

    public async Task RunAsync(string remote, bool delete, CancellationToken cancellationToken)
    {
        _trace = [];
        var credential = server.User == FtpCredential.Anonymous.User ? FtpCredential.Anonymous : new FtpCredential(server.User, server.Password);
        var request = new MirrorRequest
        {
            Source = new TransferSource(server.Endpoint, credential, FtpPath.FromText(remote, FtpCharsets.Utf8)),
            TargetRoot = Root,
            Transfer = new TransferRequest
            {
                Items = [],
                Streams = 4,
                Trace = _trace.Enqueue,
                AcceptAnyCertificate = server.CertificateFile is not null,
            },
            Delete = delete,
            MaxDelete = new DeleteLimit(100, IsPercent: true),
        };
        await using var runner = await MirrorRunner.OpenAsync(request, isDryRun: false, new DirectProgress<TransferEvent>(_ => { }), TimeProvider.System, cancellationToken);
        Plan = await runner.PlanAsync(cancellationToken);
        Result = await runner.RunAsync(Plan, cancellationToken);
    }

    public async Task SucceedAsync(string remote, bool delete, CancellationToken cancellationToken)
    {
        await RunAsync(remote, delete, cancellationToken);
        var problems = Result.Problems.Select(problem => problem.ToString());
        var failures = Result.Files.Where(file => file.Failure is not null).Select(file => file.Message);
        Assert.True(Result.Succeeded, string.Join('\n', [.. problems, .. failures, .. _trace.Select(line => line.ToString())]));
    }

    public void Dispose() => _folder.Dispose();
}
