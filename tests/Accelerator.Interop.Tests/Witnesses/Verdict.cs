namespace Accelerator.Interop.Tests.Witnesses;

/// <summary>What a client made of a fault.</summary>
internal enum Verdict
{
    /// <summary>A file that the server has had, and exit code 0.</summary>
    Right,

    /// <summary>Another exit code, and no file, or the right one.</summary>
    Refused,

    /// <summary>Another exit code, and a wrong file under the final name.</summary>
    WrongAndSaid,

    /// <summary>Exit code 0, and a file that the server never had, or none at all.</summary>
    WrongAndSilent,

    /// <summary>It did not end.</summary>
    Hangs,
}
