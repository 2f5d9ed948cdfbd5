namespace Accelerator.Soak.Tests.Crashes;

/// <summary>A delivery as it stands in the ledger.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Path">Where the file went.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Modified">Fourteen digits.</param>
/// <param name="Version">Which version of the file.</param>
internal sealed record DeliveredRow(long Id, string Path, long Size, string Modified, long Version);
