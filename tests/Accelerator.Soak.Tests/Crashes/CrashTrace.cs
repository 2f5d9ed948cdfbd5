namespace Accelerator.Soak.Tests.Crashes;

/// <summary>What a kill has left in the ledger.</summary>
/// <param name="Intended">Files that were to be renamed and were not.</param>
/// <param name="Renamed">Files that were renamed, which the ledger does not know.</param>
/// <param name="HasTransfers">Whether files were being fetched.</param>
/// <param name="HasEffects">Whether manifests or commands were under way.</param>
internal readonly record struct CrashTrace(int Intended, int Renamed, bool HasTransfers, bool HasEffects);
