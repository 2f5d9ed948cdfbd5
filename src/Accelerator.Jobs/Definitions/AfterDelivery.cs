namespace Accelerator.Jobs.Definitions;

/// <summary>
/// A program to run for each delivered file. No shell is involved: each element is one argument, whatever the file's name contains.
/// </summary>
/// <param name="Command">The program and its arguments; <c>{path}</c>, <c>{name}</c> and <c>{job}</c> are replaced.</param>
/// <param name="Timeout">The time after which the program is ended and counts as failed.</param>
public sealed record AfterDelivery(IReadOnlyList<string> Command, TimeSpan Timeout);
