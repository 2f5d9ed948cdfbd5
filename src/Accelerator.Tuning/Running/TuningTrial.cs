using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>
/// Tries a tuning under a timer that rolls it back unless it is confirmed, as network switches do: restarting an adapter may cut the very
/// session that requested it.
/// </summary>
/// <param name="timer">Rolls back a tuning that is not confirmed.</param>
/// <param name="restarter">Restarts adapters.</param>
/// <param name="links">Returns the current interfaces of this computer.</param>
public sealed class TuningTrial(
    IJournalStore journals, IRollbackTimer timer, IAdapterRestarter restarter, Func<IReadOnlyList<LinkFacts>> links, TimeProvider time)
{
    // A 10 Gbit/s link takes seconds to come up, one with spanning tree on its switch port half a minute.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>Starts the timer.</summary>
    /// <param name="journal">A tuning in force.</param>
    /// <param name="within">How long the timer waits for <see cref="ConfirmAsync"/>.</param>
    /// <exception cref="SettingWriteException">The timer could not be started; the tuning is in force as before.</exception>
    public async Task<TuningJournal> BeginAsync(TuningJournal journal, TimeSpan within, CancellationToken cancellationToken)
    {
        var tried = journal with { ConfirmBy = time.GetUtcNow() + within };
        try
        {
            // The journal first: a timer that finds no confirmation deadline in it does nothing.
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

    /// <summary>Restarts adapters one after the other, and waits until each that had a link has it again.</summary>
    /// <returns>One sentence for each failure.</returns>
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

    /// <summary>Confirms the tuning, and stops the timer.</summary>
    /// <returns>Whether the timer is gone; if it is not, it finds the tuning confirmed and does nothing.</returns>
    public async Task<bool> ConfirmAsync(TuningJournal journal, CancellationToken cancellationToken)
    {
        journals.Save(journal with { ConfirmBy = null });
        return await timer.StopAsync(journal.Id, cancellationToken).ConfigureAwait(false);
    }

    private async Task<bool> IsBackAsync(LinkFacts link, CancellationToken cancellationToken)
    {
        for (var start = time.GetTimestamp(); time.GetElapsedTime(start) < Patience;)
        {
            await Task.Delay(Interval, time, cancellationToken).ConfigureAwait(false);
            if (links().Any(now => string.Equals(now.Id, link.Id, StringComparison.OrdinalIgnoreCase) && now.IsUp)) return true;
        }
        return false;
    }
}
