namespace Accelerator.Cli.Credentials;

/// <summary>The kinds of places that keep a user's logins.</summary>
/// <param name="Name">In lists and JSON.</param>
/// <param name="Words">In a sentence, after "in".</param>
internal sealed record LoginPlace(string Name, string Words)
{
    /// <summary>Windows' Credential Manager.</summary>
    public static LoginPlace Manager { get; } = new("manager", "Windows' Credential Manager");

    /// <summary>A file of the user's.</summary>
    public static LoginPlace File { get; } = new("file", "a file of yours");
}
