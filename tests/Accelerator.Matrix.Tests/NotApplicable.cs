namespace Accelerator.Matrix.Tests;

/// <summary>Cases of the fault matrix that are no test here, and why.</summary>
internal static class NotApplicable
{
    /// <summary>Reasons by id.</summary>
    public static IReadOnlyDictionary<string, string> Reasons { get; } = new Dictionary<string, string>
    {
        ["T-PRET-1"] = "PRET is wanted by DrFTPD and glFTPd alone, whose slaves send data from other addresses; ftpx takes data from the control connection's only.",
    };
}
