# Calls the service at QUADRILLE_URL by a client that openapi-generator has made from the simple document.

require "quadrille"

UNIQUE = "1.....3..4.....2"
SOLUTION = "1324423124133142"
MULTIPLE = "1.....3..4......"

# Fails unless both values are equal.
def check(expected, found)
  abort "expected #{expected.inspect}, found #{found.inspect}" unless expected == found
end

Quadrille.configure do |configuration|
  configuration.scheme, configuration.host = ENV.fetch("QUADRILLE_URL").split("://")
  configuration.server_index = nil
end
puzzles = Quadrille::PuzzlesApi.new

solved = puzzles.solve(Quadrille::SolveRequest.new(puzzle: UNIQUE))
check ["unique", SOLUTION], [solved.verdict, solved.solution]

counted = puzzles.count(Quadrille::CountRequest.new(puzzle: MULTIPLE, all: true))
check [3, true], [counted.count, counted.complete]

cage = Quadrille::ConstraintListInner.new(type: "cage", cells: %w[r4c3 r4c4], sum: 6)
counted = puzzles.count(Quadrille::CountRequest.new(puzzle: MULTIPLE, limit: 100, constraints: [cage]))
check [2, true], [counted.count, counted.complete]

generated = puzzles.generate(generate_request: Quadrille::GenerateRequest.new(size: 4, seed: 1))
check 16, generated.puzzle.length

entries = [Quadrille::SolveEntry.new(puzzle: UNIQUE, id: "first"), Quadrille::SolveEntry.new(puzzle: "12.4")]
batch = Quadrille::BatchesApi.new.solve_batch(entries)
first, second = batch.results
check ["first", SOLUTION, 1], [first.id, first.solution, batch.summary.errors]
check ["error", 422], [second.type, second.error.status]

begin
  puzzles.solve(Quadrille::SolveRequest.new(puzzle: "12.4"))
  abort "no problem"
rescue Quadrille::ApiError => error
  check 422, error.code
  check "invalid_question", JSON.parse(error.response_body)["code"]
end

puts "the generated Ruby client works"
