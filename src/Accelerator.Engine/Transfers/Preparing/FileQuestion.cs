using Accelerator.Engine.Transfers.Sampling;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>The queries about a file that need only a control connection, in order of urgency.</summary>
internal enum FileQuestion
{
    /// <summary>SIZE, or the size fact of MLST: without it there is no plan.</summary>
    Size,

    /// <summary>MDTM: without it an earlier run's bytes cannot be trusted.</summary>
    Time,

    /// <summary>FEAT: the available hash commands.</summary>
    Features,

    /// <summary>The text of the companion file <c>.sha256</c>.</summary>
    Sha256Companion,

    /// <summary>The text of the companion file <c>.md5</c>.</summary>
    Md5Companion,

    /// <summary>Some bytes of the file read once more, after the last one: see <see cref="SampleQueue"/>.</summary>
    Sample,
}
