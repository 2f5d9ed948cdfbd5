namespace Accelerator.Tuning.Machine;

/// <summary>ethtool's questions to the driver of an interface.</summary>
public interface IEthtool
{
    /// <summary>Asks one.</summary>
    /// <param name="link">The interface's name.</param>
    /// <param name="question">The question's number, of <c>linux/ethtool.h</c>.</param>
    /// <returns>The 32-bit words of the answer, the question's own first; null where the driver does not answer.</returns>
    uint[]? Ask(string link, uint question);
}
