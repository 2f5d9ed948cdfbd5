namespace Accelerator.Soak.Tests.Clients;

internal enum KillKind
{
    /// <summary>At a given time after the start of the process.</summary>
    AfterStart,

    /// <summary>When the server has sent a given number of bytes.</summary>
    AfterBytes,

    AtPart,

    /// <summary>While a journal is written: its new version has appeared beside the old one.</summary>
    AtJournal,

    /// <summary>When a journal, new or as a new version, is in its place.</summary>
    AfterJournal,

    /// <summary>When size and time are requested again: all bytes are there.</summary>
    AtFinish,

    AtPublication,
}
