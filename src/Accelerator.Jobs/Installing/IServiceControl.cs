namespace Accelerator.Jobs.Installing;

/// <summary>The service in the system's service manager. Separates the code from Windows: tests use another implementation.</summary>
public interface IServiceControl
{
    /// <summary>Reads the service's entry; null if it is not installed.</summary>
    /// <exception cref="ServiceControlException">The service manager cannot be read.</exception>
    ServiceReport? Read();

    /// <summary>Installs the service with its data folder and its event source: all of it, or nothing.</summary>
    /// <returns>The settings that this system does not support, in sentences; the service works without them.</returns>
    /// <exception cref="ServiceControlException">The service is not installed.</exception>
    IReadOnlyList<string> Install(ServiceInstallation wanted);

    /// <summary>Writes the whole configuration again, for the next start.</summary>
    /// <exception cref="ServiceControlException">The configuration is unchanged.</exception>
    IReadOnlyList<string> Configure(ServiceInstallation wanted);

    /// <summary>Uninstalls the service and its event source; its data folder stays.</summary>
    /// <exception cref="ServiceControlException">The service is still installed.</exception>
    void Uninstall();

    /// <summary>Requests the start, and does not wait.</summary>
    /// <exception cref="ServiceControlException">The service is not started.</exception>
    void Start();

    /// <summary>Requests a stop, a pause or a continuation, and does not wait.</summary>
    /// <exception cref="ServiceControlException">The request was not sent.</exception>
    void SendControl(ServiceQuestion question);
}
