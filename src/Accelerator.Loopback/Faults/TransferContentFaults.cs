using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Faults;

/// <summary>Faults in the bytes that a transfer sends.</summary>
public static class TransferContentFaults
{
    /// <summary>REST is answered 350 and the file sent from byte 0.</summary>
    public static Fault IgnoreRest(this TransferTrigger trigger) => trigger.Do("REST ignored", s => s.MapStart = _ => 0);

    /// <summary>The file is sent from an offset shifted by this many bytes (never before 0).</summary>
    public static Fault RestOffBy(this TransferTrigger trigger, long bytes) =>
        trigger.Do($"REST off by {bytes}", s => s.MapStart = start => Math.Max(0, start + bytes));

    /// <summary>The offset is taken modulo this, e.g. <c>1L &lt;&lt; 32</c> for a server with 32-bit offsets.</summary>
    public static Fault RestWrapsAt(this TransferTrigger trigger, long modulo) =>
        trigger.Do($"REST modulo {modulo}", s => s.MapStart = start => start % modulo);

    /// <summary>RANG is answered 350 and the whole file sent.</summary>
    public static Fault IgnoreRang(this TransferTrigger trigger) => trigger.Do("RANG ignored", s => s.IgnoreRange = true);

    /// <summary>The byte at this offset of the file is sent inverted, if the transfer covers it.</summary>
    public static Fault CorruptByteAt(this TransferTrigger trigger, long offset) =>
        trigger.Do($"byte {offset} corrupted", s => s.CorruptOffsets.Add(offset));

    /// <summary>This many bytes of 'X' past the end.</summary>
    public static Fault SendExtra(this TransferTrigger trigger, long bytes) =>
        trigger.Do($"{bytes} bytes too many", s => s.Extra = FileContent.Constant(bytes, (byte)'X'));

    /// <summary>These bytes in place of the content, e.g. a hostile listing.</summary>
    public static Fault SendInstead(this TransferTrigger trigger, FileContent body) => trigger.Do("other content", s => s.Body = body);
}
