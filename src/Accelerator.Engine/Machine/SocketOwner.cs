namespace Accelerator.Engine.Machine;

/// <summary>The user, or at least the process, that holds a socket of this computer.</summary>
/// <param name="User">The number of the user on Linux, the SID on Windows; null if it cannot be determined.</param>
/// <param name="Process">The process on Windows; 0 on Linux, and if it cannot be determined.</param>
internal readonly record struct SocketOwner(string? User, int Process)
{
    /// <summary>Whether anything is known.</summary>
    public bool IsKnown => User is not null || Process > 0;

    /// <summary>Returns whether both certainly belong to one user.</summary>
    public bool IsOneUserWith(SocketOwner other) => (User is not null && User == other.User) || (Process > 0 && Process == other.Process);
}
