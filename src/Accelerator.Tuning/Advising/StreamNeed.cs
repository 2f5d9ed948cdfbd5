namespace Accelerator.Tuning.Advising;

/// <summary>The number of streams that fill a link.</summary>
/// <param name="Least">The minimum: fewer can never fill it, whatever else is right.</param>
/// <param name="Advised">The advised number: a quarter more, for losses and slow starts; 1 to 64.</param>
/// <param name="CanFill">Whether 64 streams, the most that ftpx opens, are enough.</param>
public sealed record StreamNeed(long Least, int Advised, bool CanFill);
