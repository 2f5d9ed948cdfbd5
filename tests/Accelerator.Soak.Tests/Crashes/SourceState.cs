namespace Accelerator.Soak.Tests.Crashes;

/// <summary>What a file of the server was from one change to the next. No two states of a path have the same time.</summary>
/// <param name="Content">Its bytes.</param>
/// <param name="Modified">Its time, as MDTM tells it: whole seconds.</param>
internal sealed record SourceState(FileContent Content, DateTime Modified);
