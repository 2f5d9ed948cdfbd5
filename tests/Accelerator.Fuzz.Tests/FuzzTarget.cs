namespace Accelerator.Fuzz.Tests;

/// <summary>A component that reads untrusted bytes.</summary>
/// <param name="Name">Lower case, with dashes: the name of its seeds and of its findings.</param>
/// <param name="Seeds">Inputs to begin with, at least one.</param>
/// <param name="Words">The dictionary for the inputs: codes, verbs, names of months.</param>
/// <param name="Check">
/// Reads an input and throws where a promise is broken: an exception that is not the documented one, or an assertion. Says whether the input was
/// taken for what it should be, which some must be, or nothing was tested.
/// </param>
internal sealed record FuzzTarget(string Name, IReadOnlyList<byte[]> Seeds, IReadOnlyList<byte[]> Words, Func<byte[], bool> Check)
{
    /// <summary>Bytes of the longest input.</summary>
    public int LongestInput { get; init; } = 32 << 10;

    /// <summary>The number of inputs that a test before a commit makes: about 0.2 s of a processor.</summary>
    public int InputsBeforeCommit { get; init; } = 1000;

    /// <summary>
    /// The bytes that reading and checking an input may allocate for each byte of it, in addition to the amount that any input may.
    /// </summary>
    public int AllocatedPerByte { get; init; } = 2000;
}
