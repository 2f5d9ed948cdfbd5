namespace Accelerator.Soak.Tests.Crashes;

/// <summary>
/// Writes files on the server as producers do: under temporary names, in pieces, with markers that come later. It changes some files and
/// deletes some.
/// </summary>
/// <param name="tree">The same, for what is no delivery's business: temporary names and markers.</param>
/// <param name="dice">Decides everything.</param>
internal sealed class Producer(SourceStore store, LoopbackTree tree, Dice dice)
{
    // The number of undelivered files at which no more are made: a run between two kills fetches about ten.
    private const int MostWaiting = 60;
    private const int MostListed = 150;
    private const int Longest = 6 << 20;

    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(80);
    private static readonly string[] Folders = ["/passes", "/orbits/a", "/orbits/b", "/marked"];

    private readonly List<(string Path, FileContent Whole, int Steps)> _growing = [];
    private readonly List<string> _unmarked = [];
    private int _number;

    /// <summary>Writes files until it is stopped, and then completes those that it has begun.</summary>
    /// <param name="waiting">Returns the number of undelivered files.</param>
    public async Task RunAsync(Func<int> waiting, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Step(waiting());
            await Task.Delay(Pace, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        while (_growing.Count > 0) Grow();
        foreach (var path in _unmarked) Mark(path);
        _unmarked.Clear();
    }

    private void Step(int waiting)
    {
        if (dice.OneIn(3)) Grow();
        if (_unmarked.Count > 0 && dice.OneIn(3))
        {
            Mark(_unmarked[0]);
            _unmarked.RemoveAt(0);
        }
        var listed = store.Listed;
        if (listed.Count > 0 && dice.OneIn(12)) Replace(Of(listed));
        if (listed.Count > MostListed || (listed.Count > 0 && dice.OneIn(20))) Remove(Of(listed));
        if (waiting < MostWaiting) Add();
    }

    private string Of(IReadOnlyDictionary<string, SourceState> listed) => dice.Of(listed.Keys.Order(StringComparer.Ordinal).ToList());

    private void Add()
    {
        var folder = dice.Of(Folders);
        // Some names are used again after their file was deleted.
        var path = dice.OneIn(8) ? $"{folder}/again-{dice.Below(20):00}.bin" : $"{folder}/{++_number:00000}.bin";
        if (store.Listed.ContainsKey(path) || _growing.Exists(growing => growing.Path == path)) return;
        var content = Content();
        if (folder == "/passes" && dice.OneIn(4))
        {
            _growing.Add((path, content, 3));
            return;
        }
        // Never taken: the name is a producer's own.
        var temporary = $"{path}.tmp";
        tree.Add(temporary, content.Resized(content.Length / 2));
        store.Put(path, content);
        tree.Remove(temporary);
        if (folder == "/marked") _unmarked.Add(path);
    }

    private void Grow()
    {
        for (var i = _growing.Count - 1; i >= 0; i--)
        {
            var (path, whole, steps) = _growing[i];
            store.Grow(path, steps == 0 ? whole : whole.Resized(whole.Length / (steps + 1)), isComplete: steps == 0);
            if (steps == 0) _growing.RemoveAt(i);
            else _growing[i] = (path, whole, steps - 1);
        }
    }

    private void Replace(string path)
    {
        // Every other one has the same length: only its time differs.
        var length = store.Listed[path].Content.Length;
        store.Put(path, dice.OneIn(2) ? FileContent.Synthetic(length, (long)dice.Next()) : Content());
    }

    private void Remove(string path)
    {
        if (_growing.Exists(growing => growing.Path == path)) return;
        store.Remove(path);
        tree.Remove(path + ".md5");
        _unmarked.Remove(path);
    }

    private void Mark(string path) => tree.AddText(path + ".md5", "anything");

    private FileContent Content()
    {
        var length = dice.Below(10) switch
        {
            0 => 0,
            1 => 1 + dice.Below(2),
            < 6 => dice.Below(64 << 10),
            < 9 => dice.Below(1 << 20),
            _ => (2 << 20) + dice.Below(Longest - (2 << 20)),
        };
        return FileContent.Synthetic(length, (long)dice.Next());
    }
}
