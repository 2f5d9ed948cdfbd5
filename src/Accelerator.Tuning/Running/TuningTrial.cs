using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>
/// Puts a tuning to the test under a timer that sets it back unless somebody confirms it, as switches do: a restarted adapter may cut the
/// very session that asked for it.
/// </summary>
/// <param name="journals">Where journals are kept.</param>
/// <param name="timer">Sets back what is not confirmed.</param>
/// <param name="restarter">Restarts adapters.</param>
/// <param name="links">Reads this computer's interfaces now.</param>
/// <param name="time">The clock.</param>
public sealed class TuningTrial(
    IJournalStore journals, IRollbackTimer timer, IAdapterRestarter restarter, Func<IReadOnlyList<LinkFacts>> links, TimeProvider time)
{
    // A link of 10 Gbit/s takes seconds to come up, one with spanning tree in its way half a minute.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);

    /// <summary>Starts the timer.</summary>
    /// <param name="journal">A tuning in force.</param>
    /// <param name="within">How long it waits for <see cref="ConfirmAsync"/>.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="SettingWriteException">It could not be started; the tuning is in force as before.</exception>
    public async Task<TuningJournal> BeginAsync(TuningJournal journal, TimeSpan within, CancellationToken cancellationToken)
    {
        var tried = journal with { ConfirmBy = time.GetUtcNow() + within };
        try
        {
            // The journal first: a timer that finds no date in it does nothing.
            journals.Save(tried);
            await timer.StartAsync(journal.Id, tried.ConfirmBy.Value, cancellationToken).ConfigureAwait(false);
            return tried;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new SettingWriteException(
                $"The journal could not be written ({e.Message.TrimEnd('.')}), so no adapter was restarted.", e);
        }
    }

    /// <summary>Restarts adapters, one after the other, and waits until each has the link again that it had.</summary>
    /// <returns>One sentence for each that failed.</returns>
    public async Task<IReadOnlyList<string>> RestartAsync(IReadOnlyList<AdapterFacts> adapters, CancellationToken cancellationToken)
    {
        var problems = new List<string>();
        foreach (var adapter in adapters)
        {
            try
            {
                await restarter.RestartAsync(adapter, cancellationToken).ConfigureAwait(false);
                if (adapter.Link is { IsUp: true } link && !await IsBackAsync(link, cancellationToken).ConfigureAwait(false))
                    problems.Add($"{adapter.Name} was restarted, and its link did not come back within {Patience.TotalSeconds:0} s.");
            }
            catch (SettingWriteException e)
            {
                problems.Add(e.Message);
            }
        }
        return problems;
    }

    /// <summary>Keeps the tuning: the timer is stopped.</summary>
    /// <returns>Whether the timer is gone; where it is not, it finds the tuning confirmed and does nothing.</returns>
    public async Task<bool> ConfirmAsync(TuningJournal journal, CancellationToken cancellationToken)
    {
        journals.Save(journal with { ConfirmBy = null });
        return await timer.StopAsync(journal.Id, cancellationToken).ConfigureAwait(false);
    }

    private async Task<bool> IsBackAsync(LinkFacts link, CancellationToken cancellationToken)
    {
        for (var start = time.GetTimestamp(); time.GetElapsedTime(start) < Patience;)
        {
            await Task.Delay(Look, time, cancellationToken).ConfigureAwait(false);
            if (links().Any(now => string.Equals(now.Id, link.Id, StringComparison.OrdinalIgnoreCase) && now.IsUp)) return true;
        }
        return false;
    }
}
