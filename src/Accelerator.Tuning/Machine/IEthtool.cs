namespace Accelerator.Tuning.Machine;

/// <summary>Sends ethtool requests to the driver of an interface.</summary>
public interface IEthtool
{
    /// <summary>Sends one request.</summary>
    /// <param name="link">The interface's name.</param>
    /// <param name="question">The number of the request, from <c>linux/ethtool.h</c>.</param>
    /// <returns>The 32-bit words of the answer, the request's own number first; null if the driver does not answer.</returns>
    uint[]? Query(string link, uint question);

    /// <summary>Sends a request that changes the driver.</summary>
    /// <param name="link">The interface's name.</param>
    /// <param name="words">The 32-bit words of the request, its number first.</param>
    /// <returns>The error number of the system; 0 if the driver accepted it.</returns>
    int Change(string link, uint[] words);
}
