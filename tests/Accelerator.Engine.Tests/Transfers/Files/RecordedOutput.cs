namespace Accelerator.Engine.Tests.Transfers.Files;

/// <summary>An output that keeps what it gets.</summary>
internal sealed class RecordedOutput : MemoryStream
{
    private readonly object _lock = new();

    /// <summary>Called before each write with the number of bytes that the output has.</summary>
    internal Func<long, Task> BeforeWrite { get; set; } = static _ => Task.CompletedTask;

    /// <summary>The bytes so far.</summary>
    internal byte[] Bytes
    {
        get { lock (_lock) return ToArray(); }
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await BeforeWrite(Bytes.Length);
        lock (_lock) Write(buffer.Span);
    }
}
