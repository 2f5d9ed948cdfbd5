using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;
using Accelerator.Engine.Transfers;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>
/// Size and time of files as a server has just reported them: asked ahead of the clients, for many files in one round trip. Thread-safe.
/// </summary>
/// <param name="login">The login.</param>
/// <param name="maxAge">How long a reply is used.</param>
/// <param name="time">Clock.</param>
/// <param name="stop">Ends the questions.</param>
internal sealed class Confirmations(UpstreamLogin login, TimeSpan maxAge, TimeProvider time, CancellationToken stop)
{
    // 64 commands fit into the buffers of both ends many times over.
    private const int Batch = 32;

    private const int MostBatches = 4;

    // Without pipelining each file takes two round trips.
    private const int OneByOne = 4;

    // The oldest are forgotten; the clients' next files are a few hundred at most.
    private const int Most = 4096;

    private readonly object _lock = new();
    private readonly Dictionary<FtpPath, Answer> _answers = [];
    private readonly Dictionary<FtpPath, Question> _questions = [];
    private readonly Queue<FtpPath> _order = new();
    private int _batches;
    private int _epoch;

    /// <summary>The number of the state of the server as clients of this login have made it; see <see cref="ForgetAll"/>.</summary>
    public int Epoch => Volatile.Read(ref _epoch);

    /// <summary>Returns what the server reported about a file within the last <c>maxAge</c>; null for nothing.</summary>
    /// <param name="path">The file.</param>
    /// <param name="since">An earlier report is not returned: a timestamp, or 0.</param>
    public FileFacts? Fresh(FtpPath path, long since = 0)
    {
        lock (_lock)
        {
            return _answers.TryGetValue(path, out var answer) && answer.Facts is { } facts && facts.At >= since
                && time.GetElapsedTime(facts.At) <= maxAge ? facts : null;
        }
    }

    /// <summary>Returns the same, and waits for a question about the file that the server has already received.</summary>
    public async Task<FileFacts?> FreshAsync(FtpPath path, long since, CancellationToken cancellationToken)
    {
        if (Fresh(path, since) is { } known) return known;
        Question? asked;
        lock (_lock) asked = _questions.GetValueOrDefault(path);
        if (asked is not { SentAt: { } sent } || sent < since) return null;
        await asked.Over.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        return Fresh(path, since);
    }

    /// <summary>Adds what the server has reported to a client.</summary>
    /// <param name="path">The file.</param>
    /// <param name="facts">The reply; null if it named no file.</param>
    /// <param name="epoch">The epoch before the question: replies from before a change are dropped.</param>
    public void Add(FtpPath path, FileFacts? facts, int epoch)
    {
        lock (_lock)
        {
            if (epoch != _epoch) return;
            if (!_answers.ContainsKey(path)) _order.Enqueue(path);
            _answers[path] = new Answer(facts, facts?.At ?? time.GetTimestamp());
            while (_order.Count > Most) _answers.Remove(_order.Dequeue());
        }
    }

    /// <summary>Forgets what the server reported about a file.</summary>
    public void Forget(FtpPath path)
    {
        lock (_lock)
        {
            if (_answers.ContainsKey(path)) _answers[path] = new Answer(null, 0);
        }
    }

    /// <summary>Forgets everything: a client has changed the server.</summary>
    public void ForgetAll()
    {
        lock (_lock)
        {
            _epoch++;
            _answers.Clear();
            _order.Clear();
        }
    }

    /// <summary>Takes the files that need a question now, and marks them as asked; empty if none is needed yet.</summary>
    /// <param name="wanted">The files that clients will want, in order.</param>
    /// <param name="since">Returns the timestamp that a reply about a file must not be older than; 0 for any.</param>
    public IReadOnlyList<FtpPath> Take(IReadOnlyList<FtpPath> wanted, Func<FtpPath, long> since)
    {
        lock (_lock)
        {
            if (_batches >= Math.Min(MostBatches, login.SessionsAhead)) return [];
            var due = wanted.Where(path => IsDue(path, since(path))).Take(Batch).ToList();
            // The end of what is wanted moves by one file at a time. Those that are not urgent wait for a question that is on its way, and
            // follow together.
            if (due.Count == 0 || (_batches > 0 && due.Count < Batch / 2 && !wanted.Take(Batch / 2).Contains(due[0]))) return [];
            _batches++;
            foreach (var path in due) _questions[path] = new Question();
            return due;
        }
    }

    /// <summary>Asks about the files of <see cref="Take"/>.</summary>
    /// <returns>Whether the server answered.</returns>
    public async Task<bool> AskAsync(IReadOnlyList<FtpPath> due)
    {
        FtpSession? session = null;
        try
        {
            session = await login.RentAsync(stop).ConfigureAwait(false);
            var epoch = Epoch;
            var at = time.GetTimestamp();
            foreach (var path in due)
            {
                lock (_lock) _questions[path].SentAt = at;
            }
            await AskAsync(session, due, at, epoch).ConfigureAwait(false);
            return true;
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            // The client asks itself.
            return false;
        }
        finally
        {
            lock (_lock)
            {
                _batches--;
                foreach (var path in due)
                {
                    if (_questions.Remove(path, out var question)) question.Over.TrySetResult();
                }
            }
            if (session is { IsUsable: true }) await login.ReturnAsync(session).ConfigureAwait(false);
            else if (session is not null) await login.DropAsync(session).ConfigureAwait(false);
        }
    }

    private async Task AskAsync(FtpSession session, IReadOnlyList<FtpPath> due, long at, int epoch)
    {
        // Names in another charset than ASCII may need a command first, and a relative path the login folder.
        foreach (var path in due.Where(path => !path.IsAscii || !path.IsAbsolute))
            await session.ReadyForAsync(path, stop).ConfigureAwait(false);
        await session.ReadyForAsync(due[0], stop).ConfigureAwait(false);
        var commands = due.SelectMany(path => new[] { FtpCommands.Size(path).Raw(), FtpCommands.Mdtm(path).Raw() }).ToList();
        var replies = await session.TogetherAsync(commands, isTrial: true, stop).ConfigureAwait(false);
        for (var i = 0; i < (replies is null ? Math.Min(due.Count, OneByOne) : due.Count); i++)
        {
            var size = replies?[2 * i] ?? await session.Control.SendAsync(commands[2 * i], stop).ConfigureAwait(false);
            var modified = replies?[(2 * i) + 1] ?? await session.Control.SendAsync(commands[(2 * i) + 1], stop).ConfigureAwait(false);
            Add(due[i], FileFacts.Read(size, modified, at), epoch);
        }
    }

    private bool IsDue(FtpPath path, long since) => !_questions.ContainsKey(path)
        && (!_answers.TryGetValue(path, out var answer) || answer.At < since || time.GetElapsedTime(answer.At) > maxAge / 2);

    private sealed record Answer(FileFacts? Facts, long At);

    private sealed class Question
    {
        public TaskCompletionSource Over { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        // Timestamp; null while there is no session for it.
        public long? SentAt { get; set; }
    }
}
