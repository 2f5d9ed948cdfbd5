namespace Accelerator.Service.Core;

/// <summary>What is known of the job file.</summary>
/// <param name="ReadAt">When what is in force was read; null where nothing is.</param>
/// <param name="Problems">What is wrong with the file as it is now, in sentences; empty where nothing is.</param>
internal sealed record JobFileState(DateTimeOffset? ReadAt, IReadOnlyList<string> Problems);
