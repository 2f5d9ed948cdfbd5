namespace Accelerator.Tuning.Advising;

/// <summary>How many streams fill a link.</summary>
/// <param name="Least">Fewer can never fill it, whatever else is right.</param>
/// <param name="Advised">A quarter more, for losses and slow starts; 1 to 64.</param>
/// <param name="CanFill">Whether 64, the most that ftpx opens, are enough.</param>
public sealed record StreamNeed(long Least, int Advised, bool CanFill);
