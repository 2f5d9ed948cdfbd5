using System.Text;

namespace Accelerator.Loopback.Faults;

/// <summary>Faults in the replies that frame a transfer.</summary>
public static class TransferReplyFaults
{
    /// <summary>The data connection is accepted; neither 150 nor a byte follows until the client gives up.</summary>
    public static Fault StallBeforePreliminary(this TransferTrigger trigger) =>
        trigger.Do("stalled before 150", s => s.StallAtStart = true);

    /// <summary>The 150, and the data with it, is late.</summary>
    public static Fault DelayPreliminary(this TransferTrigger trigger, TimeSpan delay) =>
        trigger.Do($"150 after {delay}", s => s.PreliminaryDelay = delay);

    /// <summary>Data without any 150.</summary>
    public static Fault NoPreliminary(this TransferTrigger trigger) => trigger.Do("no 150", s => s.Preliminary = []);

    /// <summary>Another preliminary reply, CRLF added, e.g. <c>125 Data connection already open.</c></summary>
    public static Fault Preliminary(this TransferTrigger trigger, string line) =>
        trigger.Do($"\"{line}\" in place of 150", s => s.Preliminary = ReplyBytes.Line(line));

    /// <summary>150 only after this many bytes of data.</summary>
    public static Fault PreliminaryAfter(this TransferTrigger trigger, long bytes) =>
        trigger.Do($"150 after {bytes} bytes", s => s.PreliminaryAfter = bytes);

    /// <summary>Another final reply, CRLF added, e.g. <c>250 Done.</c></summary>
    public static Fault Final(this TransferTrigger trigger, string line) =>
        trigger.Do($"\"{line}\" in place of 226", s => s.Final = ReplyBytes.Line(line));

    /// <summary>Exactly these bytes (one per char) as the final reply.</summary>
    public static Fault RawFinal(this TransferTrigger trigger, string bytes) =>
        trigger.Do("raw bytes in place of 226", s => s.Final = Encoding.Latin1.GetBytes(bytes));

    /// <summary>Two 226 lines at once.</summary>
    public static Fault TwoFinals(this TransferTrigger trigger) =>
        trigger.RawFinal("226 Transfer complete.\r\n226 Transfer complete.\r\n");

    /// <summary>A multi-line 226 with statistics, as Pure-FTPd sends it.</summary>
    public static Fault MultiLineFinal(this TransferTrigger trigger) =>
        trigger.RawFinal("226-File successfully transferred\r\n226 0.029 seconds (measured here), 91.26 Mbytes per second\r\n");

    /// <summary>226 this long after the data ended.</summary>
    public static Fault DelayFinal(this TransferTrigger trigger, TimeSpan delay) =>
        trigger.Do($"226 after {delay}", s => s.FinalDelay = delay);

    /// <summary>All data, and no 226.</summary>
    public static Fault NoFinal(this TransferTrigger trigger) => trigger.Do("no 226", s => s.Final = []);

    /// <summary>226 while this many bytes are still to be sent; then, after a pause, those bytes.</summary>
    public static Fault FinalBeforeLast(this TransferTrigger trigger, long bytes, TimeSpan pause = default) =>
        trigger.Mark($"226 before the last {bytes} bytes", -bytes, (run, ct) => run.SendFinalEarlyAsync(pause, ct));
}
