namespace Accelerator.Soak.Tests.Clients;

internal enum KillKind
{
    /// <summary>So long after the start of the process.</summary>
    AfterStart,

    /// <summary>When the server has sent so many bytes.</summary>
    AfterBytes,

    AtPart,

    /// <summary>While a journal is written: its new version has appeared beside the old one.</summary>
    AtJournal,

    /// <summary>When a journal, new or as a new version, is in its place.</summary>
    AfterJournal,

    /// <summary>When size and time are asked once more: all bytes are there.</summary>
    AtFinish,

    AtPublication,
}
