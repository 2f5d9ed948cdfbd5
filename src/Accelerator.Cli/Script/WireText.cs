using Accelerator.Ftp.Data;

namespace Accelerator.Cli.Script;

/// <summary>
/// Converts between text on the wire, where every line ends in CR LF, and local text. On Windows both are the same, and data from a server
/// is kept unchanged.
/// </summary>
internal sealed class WireText(bool isWindows)
{
    private const int BlockSize = 64 << 10;

    private bool _holdsCr;
    private byte _last;

    /// <summary>Converts a received block to local text: a CR before an LF is omitted, any other is kept.</summary>
    public byte[] FromWire(ReadOnlySpan<byte> block)
    {
        if (isWindows) return block.ToArray();
        var text = new List<byte>(block.Length + 1);
        foreach (var value in block)
        {
            if (_holdsCr && value != (byte)'\n') text.Add((byte)'\r');
            _holdsCr = value == (byte)'\r';
            if (!_holdsCr) text.Add(value);
        }
        return [.. text];
    }

    /// <summary>Returns the rest at the end of the data: a final CR that was held back.</summary>
    public byte[] EndOfWire()
    {
        var isHeld = _holdsCr;
        _holdsCr = false;
        return isHeld ? "\r"u8.ToArray() : [];
    }

    /// <summary>Writes all received data to a local file.</summary>
    /// <param name="transfer">The data.</param>
    /// <param name="writeAsync">Writes a block at the end of the file.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task CopyAsync(
        DataTransfer transfer, Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask> writeAsync, CancellationToken cancellationToken)
    {
        var block = new byte[BlockSize];
        int read;
        while ((read = await transfer.ReadAsync(block).ConfigureAwait(false)) > 0)
            await writeAsync(FromWire(block.AsSpan(0, read)), cancellationToken).ConfigureAwait(false);
        await writeAsync(EndOfWire(), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Converts a block of a local file for the wire: an LF without a CR gets one.</summary>
    public byte[] ToWire(ReadOnlySpan<byte> block)
    {
        var text = new List<byte>(block.Length + 64);
        foreach (var value in block)
        {
            if (value == (byte)'\n' && _last != (byte)'\r') text.Add((byte)'\r');
            text.Add(_last = value);
        }
        return [.. text];
    }
}
