namespace Accelerator.Engine.Transfers.Files;

/// <summary>Admits each sentence at most once in five seconds.</summary>
internal sealed class NoticeFilter(TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    private readonly object _lock = new();
    private readonly Dictionary<string, long> _last = [];

    /// <summary>Returns whether the sentence is to be shown now.</summary>
    public bool Admit(string message)
    {
        lock (_lock)
        {
            if (_last.TryGetValue(message, out var last) && time.GetElapsedTime(last) < Pause) return false;
            if (_last.Count > 200) _last.Clear();
            _last[message] = time.GetTimestamp();
            return true;
        }
    }
}
