namespace Accelerator.Jobs.Delivering;

/// <summary>Why a batch did not come to its end.</summary>
/// <param name="Blame">Who is to be left alone for a while.</param>
/// <param name="Message">One or two sentences.</param>
internal sealed record CopyFault(CopyBlame Blame, string Message);
