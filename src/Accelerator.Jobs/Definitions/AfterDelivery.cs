namespace Accelerator.Jobs.Definitions;

/// <summary>
/// A program that is run for each file that was delivered. No shell is between: each word is one argument, whatever is in the file's name.
/// </summary>
/// <param name="Command">The program and its arguments; <c>{path}</c>, <c>{name}</c> and <c>{job}</c> stand for the file's.</param>
/// <param name="Timeout">After which it is ended, and counts as failed.</param>
public sealed record AfterDelivery(IReadOnlyList<string> Command, TimeSpan Timeout);
