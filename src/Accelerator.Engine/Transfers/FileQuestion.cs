namespace Accelerator.Engine.Transfers;

/// <summary>What a server can be asked about a file over a control connection alone. In the order of their urgency.</summary>
internal enum FileQuestion
{
    /// <summary>SIZE, or MLST's fact: without it there is no plan.</summary>
    Size,

    /// <summary>MDTM: without it an earlier run's bytes cannot be trusted.</summary>
    Time,

    /// <summary>FEAT: which hash commands there are.</summary>
    Features,

    /// <summary>The text of the companion file <c>.sha256</c>.</summary>
    Sha256Companion,

    /// <summary>The text of the companion file <c>.md5</c>.</summary>
    Md5Companion,

    /// <summary>Some of its bytes once more, after the last one: see <see cref="SampleQueue"/>.</summary>
    Sample,
}
