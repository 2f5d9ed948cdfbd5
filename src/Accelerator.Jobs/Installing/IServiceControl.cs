namespace Accelerator.Jobs.Installing;

/// <summary>The service in the list of this computer's system. The seam to Windows: a test gives another.</summary>
public interface IServiceControl
{
    /// <summary>What the list says of it; null where it is not in it.</summary>
    /// <exception cref="ServiceControlException">The list cannot be read.</exception>
    ServiceReport? Read();

    /// <summary>Puts it into the list, makes its data folder and its event source: all of it, or nothing.</summary>
    /// <returns>What this system cannot lay down, in sentences; the service does without.</returns>
    /// <exception cref="ServiceControlException">It is not installed.</exception>
    IReadOnlyList<string> Install(ServiceInstallation wanted);

    /// <summary>Lays all of it down anew, for its next start.</summary>
    /// <exception cref="ServiceControlException">It is as it was.</exception>
    IReadOnlyList<string> Configure(ServiceInstallation wanted);

    /// <summary>Takes it out of the list, with its event source; its data folder stays.</summary>
    /// <exception cref="ServiceControlException">It is still there.</exception>
    void Uninstall();

    /// <summary>Asks for its start, and does not wait.</summary>
    /// <exception cref="ServiceControlException">It is not started.</exception>
    void Start();

    /// <summary>Asks it to stop, to pause or to go on, and does not wait.</summary>
    /// <exception cref="ServiceControlException">It was not asked.</exception>
    void Ask(ServiceQuestion question);
}
