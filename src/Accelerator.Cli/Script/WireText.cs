using Accelerator.Ftp.Data;

namespace Accelerator.Cli.Script;

/// <summary>
/// Text on the wire, where every line ends in CR LF, and text here. On Windows both are the same, and what a server sends is kept as it is.
/// </summary>
internal sealed class WireText(bool isWindows)
{
    private const int BlockSize = 64 << 10;

    private bool _holdsCr;
    private byte _last;

    /// <summary>What of a block that came goes into the file here: a CR before an LF is left out, any other is kept.</summary>
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

    /// <summary>What is left when the data has ended: a CR at its end.</summary>
    public byte[] EndOfWire()
    {
        var isHeld = _holdsCr;
        _holdsCr = false;
        return isHeld ? "\r"u8.ToArray() : [];
    }

    /// <summary>Writes all that comes into a file here.</summary>
    public async Task CopyAsync(DataTransfer transfer, Stream file, CancellationToken cancellationToken)
    {
        var block = new byte[BlockSize];
        int read;
        while ((read = await transfer.ReadAsync(block).ConfigureAwait(false)) > 0)
            await file.WriteAsync(FromWire(block.AsSpan(0, read)), cancellationToken).ConfigureAwait(false);
        await file.WriteAsync(EndOfWire(), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>What of a block of a file here goes over the wire: an LF without a CR gets one.</summary>
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
