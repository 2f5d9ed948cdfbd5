using System.Text.Json;
using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Expecting;

/// <summary>The state of a slot.</summary>
public enum SlotState
{
    /// <summary>No file is expected: the job had not begun, or the slot is outside of its hours.</summary>
    None,

    /// <summary>Not due: it has not begun, or <c>late_after</c> has not passed.</summary>
    Future,

    /// <summary>All files are delivered.</summary>
    Complete,

    /// <summary>Incomplete, in a known outage: it does not count.</summary>
    Outage,

    /// <summary>Incomplete after <c>late_after</c>.</summary>
    Late,

    /// <summary>Some files are delivered and others are absent after <c>missing_after</c>.</summary>
    Partial,

    /// <summary>No file is delivered after <c>missing_after</c>.</summary>
    Missing,
}

/// <summary>Writes the states with lower-case names.</summary>
internal sealed class SlotStateJson() : JsonStringEnumConverter<SlotState>(JsonNamingPolicy.SnakeCaseLower, allowIntegerValues: false);
