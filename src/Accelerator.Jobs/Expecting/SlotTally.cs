using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Expecting;

/// <summary>Counts the known files of a job by slot and channel. Each file is passed in once, in any order.</summary>
public sealed class SlotTally(ExpectRule rule)
{
    private readonly Dictionary<DateTimeOffset, Entry> _slots = [];
    private readonly HashSet<string> _channels = new(StringComparer.Ordinal);

    /// <summary>The number of files whose names do not match the pattern.</summary>
    public long Unmatched { get; private set; }

    /// <summary>The number of files that were counted.</summary>
    public long Matched { get; private set; }

    /// <summary>The first slot that has a file; null if none has.</summary>
    public DateTimeOffset? First => _slots.Count == 0 ? null : _slots.Keys.Min();

    /// <summary>
    /// The channels: those of the job file; otherwise those that were seen, if there are as many as a slot has; otherwise empty.
    /// </summary>
    public IReadOnlyList<string> Channels => rule.Channels.Count > 0 ? rule.Channels
        : _channels.Count == rule.PerSlot ? [.. _channels.Order(StringComparer.Ordinal)] : [];

    /// <summary>Counts a delivered file.</summary>
    /// <param name="folder">The folder on the server.</param>
    /// <param name="name">The name in the folder.</param>
    /// <param name="at">When it was delivered.</param>
    public void AddDelivered(string folder, string name, DateTimeOffset at)
    {
        if (Find(folder, name) is not var (slot, key)) return;
        // A reprocessed product has another name, and the slot is complete with the first.
        if (!slot.Delivered.TryGetValue(key, out var before) || at < before) slot.Delivered[key] = at;
    }

    /// <summary>Counts a file that is known but not delivered. A lost file does not count if its channel has another one.</summary>
    public void AddPending(PendingFile file)
    {
        if (Find(file.Folder, file.Name) is not var (slot, key)) return;
        if (!file.IsLost || !slot.Pending.ContainsKey(key)) slot.Pending[key] = file;
    }

    /// <summary>Returns the files of a slot; null if none is known.</summary>
    internal Entry? At(DateTimeOffset slot) => _slots.GetValueOrDefault(slot);

    private (Entry Slot, string Key)? Find(string folder, string name)
    {
        if (rule.Pattern.Match(folder, name) is not { } product)
        {
            Unmatched++;
            return null;
        }
        Matched++;
        var at = rule.SlotOf(product.Time);
        if (!_slots.TryGetValue(at, out var slot)) _slots.Add(at, slot = new Entry());
        if (product.Channel is not { } channel) return (slot, name);
        // A job without a list of channels is not to keep each name that a server invents.
        if (rule.Channels.Count == 0 && _channels.Count <= rule.PerSlot) _channels.Add(channel);
        return (slot, channel);
    }

    /// <summary>The files of a slot by channel, or by name without channels.</summary>
    internal sealed class Entry
    {
        public Dictionary<string, DateTimeOffset> Delivered { get; } = new(StringComparer.Ordinal);

        public Dictionary<string, PendingFile> Pending { get; } = new(StringComparer.Ordinal);
    }
}
